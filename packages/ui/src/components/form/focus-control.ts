const invalidControl = '[aria-invalid="true"], [data-slot="field-set"][data-state="invalid"]';
const focusable = ':is(input:not([type="hidden"]), select, textarea, button):enabled, a[href], [tabindex="0"]';

/** Focuses the first invalid control of a form, if there is one. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  const control = form.querySelector<HTMLElement>(invalidControl);
  if (control) focusControl(control);
}

/** Focuses a control, or the first control within a group, and scrolls it into view together with its label. */
export function focusControl(control: HTMLElement): void {
  const target = control.matches(focusable) ? control : (control.querySelector<HTMLElement>(focusable) ?? control);
  target.focus({ preventScroll: true });
  (target.closest('[data-slot="field"], [data-slot="field-set"]') ?? target).scrollIntoView({ block: 'nearest' });
}
