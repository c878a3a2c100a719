import { createToaster, Toaster, type ToastMessage } from '@isola/ui/toast';
import { createRoot, type Root } from 'react-dom/client';

export interface ToastLabels {
  /** Text that a screen reader announces before each toast. */
  readonly label: string;
  /** Accessible name of the toasts' region; `{hotkey}` in it is replaced with the key that moves the focus there. */
  readonly viewportLabel: string;
  /** Accessible name of each toast's close button. */
  readonly closeLabel: string;
}

const toaster = createToaster();
let root: Root | undefined;

/**
 * Shows a toast. The toasts are rendered into a React root of their own, which is created for the first one, so that
 * they outlive the page that shows them and pages without toasts load no code for them.
 */
export function showToast(message: ToastMessage, labels: ToastLabels): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Toaster toaster={toaster} {...labels} />);
  toaster.show(message);
}

/** Closes a toast early, if it is still shown. */
export function dismissToast(id: string): void {
  toaster.dismiss(id);
}
