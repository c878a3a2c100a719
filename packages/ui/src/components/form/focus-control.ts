const invalidControl = '[aria-invalid="true"], [data-slot="field-set"][data-state="invalid"]';
const focusable = ':is(input:not([type="hidden"]), select, textarea, button):enabled, a[href], [tabindex="0"]';

/** Leads to the first control within the form that is not in order, if there is one. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  const control = form.querySelector<HTMLElement>(invalidControl);
  if (control) focusControl(control);
}

/** Puts the focus on a control, or on the first one within a group, and brings its label into sight with it. */
export function focusControl(control: HTMLElement): void {
  const target = control.matches(focusable) ? control : (control.querySelector<HTMLElement>(focusable) ?? control);
  target.focus({ preventScroll: true });
  (target.closest('[data-slot="field"], [data-slot="field-set"]') ?? target).scrollIntoView({ block: 'nearest' });
}
