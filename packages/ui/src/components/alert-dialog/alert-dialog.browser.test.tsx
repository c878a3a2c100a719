import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../styles/styles.css';
import { AlertDialog, AlertDialogAction, AlertDialogCancel, AlertDialogContent } from './alert-dialog.tsx';

test('a click outside an alert dialog does not close it', async () => {
  await render(
    <AlertDialog defaultOpen>
      <AlertDialogContent title="Delete 12 photos?" description="The originals stay.">
        <AlertDialogCancel>Keep them</AlertDialogCancel>
        <AlertDialogAction>Delete</AlertDialogAction>
      </AlertDialogContent>
    </AlertDialog>,
  );
  const question = page.getByRole('alertdialog');
  await expect.element(page.getByRole('button', { name: 'Keep them' })).toHaveFocus();
  const overlay = document.querySelector<HTMLElement>('[data-slot=overlay]') ?? document.body;
  await userEvent.click(overlay, { position: { x: 8, y: 8 } });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
});
