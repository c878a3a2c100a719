import { createToaster, Toaster, type ToastMessage } from '@isola/ui/toast';
import { createRoot, type Root } from 'react-dom/client';

export interface ToastLabels {
  /** Text that a screen reader announces before each toast. */
  readonly label: string;
  /** Names the corner; `{hotkey}` in it becomes the key that leads there. */
  readonly viewportLabel: string;
  /** Names the cross on each. */
  readonly closeLabel: string;
}

const toaster = createToaster();
let root: Root | undefined;

/**
 * Says something in the corner of the page. The corner is a root of its own, made for the first message: it outlives the
 * page that speaks, and no page without messages fetches anything for them.
 */
export function showToast(message: ToastMessage, labels: ToastLabels): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Toaster toaster={toaster} {...labels} />);
  toaster.show(message);
}

/** Puts a message away before its time, if it is still there. */
export function dismissToast(id: string): void {
  toaster.dismiss(id);
}
