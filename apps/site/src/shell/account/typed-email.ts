/** Email address typed last during this visit, with which other forms are prefilled. It is never stored. */
let typedEmail = '';

export function readTypedEmail(): string {
  return typedEmail;
}

/** Remembers the email typed into a form. Forms call it with every input event. */
export function keepTypedEmail(form: HTMLFormElement): void {
  typedEmail = fieldIn(form, 'email').trim();
}

/** Returns the value of a form field; an empty string when the form has no such field. */
export function fieldIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the value of the field `currentPassword` as an object; an empty object when the form has no such field. */
export function currentPasswordIn(form: HTMLFormElement): { readonly currentPassword?: string } {
  return form.elements.namedItem('currentPassword') ? { currentPassword: fieldIn(form, 'currentPassword') } : {};
}
