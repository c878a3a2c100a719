import { expect, type Page } from '@playwright/test';

/**
 * Signs out on the page of the account. The page loads itself anew half a second after the sign-out, and this waits for that: a navigation
 * that begins before would be cancelled.
 */
export async function signOut(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await reloaded;
  await expect(page.getByRole('main').getByText('You are not signed in')).toBeVisible();
}
