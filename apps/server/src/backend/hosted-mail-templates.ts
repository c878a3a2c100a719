import { languages } from '../../../../supabase/functions/_shared/languages.ts';
import { type MailKind, type MailText, mailText } from './mail-texts.ts';

/** A mail of a hosted project: templates of Go, which choose the language by the user's metadata. */
export interface HostedMailTemplate {
  /** As `[auth.email.template.<name>]` of `config.toml` and the file in `supabase/templates` have it. */
  readonly name: string;
  readonly subject: string;
  readonly html: string;
}

const names = {
  confirm: 'confirmation',
  reset: 'recovery',
  magicLink: 'magic_link',
  emailChange: 'email_change',
} as const satisfies Record<MailKind, string>;

/**
 * The mails of the embedded backend for hosted Supabase, from the same texts.
 * @see https://supabase.com/docs/guides/auth/auth-email-templates
 */
export function hostedMailTemplates(): readonly HostedMailTemplate[] {
  return Object.entries(names).map(([kind, name]) => {
    const choose = (part: keyof MailText) =>
      byLanguage((language) => mailText(kind as MailKind, language, '{{ .ConfirmationURL }}', '{{ .Token }}')[part]);
    return { name, subject: choose('subject'), html: `${choose('html')}\n` };
  });
}

/** A language that is missing prints as `<nil>`, and gets the default one as any that is not the product's. */
function byLanguage(textIn: (language: string) => string): string {
  const [fallback, ...others] = languages;
  const choices = others.map((language) => `if eq $language "${language}" }}${textIn(language)}{{ else `);
  return `{{ $language := printf "%v" .Data.language }}{{ ${choices.join('')}}}${textIn(fallback)}{{ end }}`;
}
