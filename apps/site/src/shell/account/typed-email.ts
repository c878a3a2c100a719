/** The address that was typed last on this visit: who goes on to another form need not type it again. Never stored. */
let typedEmail = '';

export function readTypedEmail(): string {
  return typedEmail;
}

/** To be called with each input into a form. */
export function keepTypedEmail(form: HTMLFormElement): void {
  typedEmail = fieldIn(form, 'email').trim();
}

/** @returns what stands in a field; an empty string when there is none of that name. */
export function fieldIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** @returns what stands in the field `currentPassword`; nothing where the form has none. */
export function currentPasswordIn(form: HTMLFormElement): { readonly currentPassword?: string } {
  return form.elements.namedItem('currentPassword') ? { currentPassword: fieldIn(form, 'currentPassword') } : {};
}
