import { expect, type Page } from '@playwright/test';

import { booted } from '../first-visit.ts';
import { password } from './product.ts';

export const main = (page: Page) => page.getByRole('main');
export const emailField = (page: Page) => main(page).getByLabel('Email', { exact: true });

/** Opens a page and waits until the application runs. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // A key press starts the application, which otherwise waits until the browser is idle.
  await page.keyboard.press('Shift');
  await booted(page);
}

/** Opens the page of accounts, and waits until it has found the server and has loaded all scripts of its form. */
export async function openSignIn(page: Page): Promise<void> {
  const found = page.waitForResponse((response) => response.url().endsWith('/backend.json'));
  await open(page, '/en/auth');
  await found;
  await expect(emailField(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Fills in the form of the open page of accounts, and sends it. */
export async function sendSignIn(page: Page, email: string): Promise<void> {
  await emailField(page).fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await pressSignIn(page);
}

export const pressSignIn = (page: Page) => main(page).getByRole('button', { name: 'Sign in' }).click();

/** Signs in with the page’s own form. */
export async function signIn(page: Page, email: string): Promise<void> {
  await open(page, '/en/auth');
  await sendSignIn(page, email);
  await expect(page).toHaveURL(/\/en\/auth\/account$/);
}
