import { expect, type Page } from '@playwright/test';

/**
 * Signs out on the account page. The page reloads half a second after the sign-out, and this function waits for that,
 * because a navigation that starts before would be cancelled.
 */
export async function signOut(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await reloaded;
  await expect(page.getByRole('main').getByText('You are not signed in')).toBeVisible();
}
