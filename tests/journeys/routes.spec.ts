import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const pages = [
  { path: '/', lang: 'zh-Hans', title: '在自己的设备上抠图 · Isola 抠图', heading: '让主体' },
  { path: '/single', lang: 'zh-Hans', title: '单张抠图 · Isola 抠图', heading: '把照片放到这里' },
  { path: '/en', lang: 'en', title: 'Cut-outs made on your own device · Isola', heading: 'Set the subject' },
  { path: '/en/single', lang: 'en', title: 'Cut out a photo · Isola', heading: 'Put a photo here' },
];

for (const { path, lang, title, heading } of pages) {
  test(
    `${path} answers in its language, before and after the script runs`,
    { tag: '@routes' },
    async ({ page, request }) => {
      const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
      expect(html).toContain(`<html lang="${lang}"`);
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain('<meta name="description"');

      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(page).toHaveTitle(title);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      expect(errors).toEqual([]);
    },
  );
}

test(
  'an unknown address is not found, in the address’s language, and shows the ways on',
  { tag: '@routes' },
  async ({ page }) => {
    const response = await page.goto('/en/nowhere');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await page.getByRole('link', { name: 'Cut out a photo' }).click();
    await expect(page).toHaveURL(/\/en\/single$/);
  },
);

test('/zh has a shorter name', { tag: '@routes' }, async ({ page }) => {
  await page.goto('/zh/single');
  await expect(page).toHaveURL(/:\d+\/single$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('把照片放到这里');
});

test('a chosen language is the one of the next visit', { tag: '@routes' }, async ({ page }) => {
  await page.goto('/single');
  await page.getByRole('button', { name: /语言/ }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/single$/);
  await page.goto('/single?from=mail');
  await expect(page).toHaveURL(/\/de\/single\?from=mail$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // Whoever follows a link in a language gets that language.
  await page.goto('/en/single');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put a photo here');
});

test('a chosen appearance stays, without a flash of the other', { tag: '@routes' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/en');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.route('**/assets/*.js', () => undefined);
  await page.reload({ waitUntil: 'commit' });
  // The page's own script never comes: what is set was set before it.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages have no accessibility violations, ${colorScheme}`, { tag: '@routes' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/', '/en/single', '/de', '/en/nowhere']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}
