import { type Language, languages } from '@isola/supabase/shared/languages';
import { mailedLink, mailKinds } from './create-mailer.ts';
import type { LinkPurpose } from '../auth/link-purpose.ts';
import { mailText } from './mail-texts.ts';

/** Email of a hosted project, as Go templates that choose the language by the user's metadata. */
export interface HostedMailTemplate {
  /** Name in `[auth.email.template.<name>]` of `config.toml`, and of the file in `supabase/templates`. */
  readonly name: string;
  readonly subject: string;
  readonly html: string;
}

const names = {
  signup: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
} as const satisfies Record<LinkPurpose, string>;

/** Variables of the auth service's templates by their placeholder in the texts. */
const variables = { SITE_URL: '.SiteURL', TOKEN_HASH: '.TokenHash', SIX_DIGITS: '.Token' } as const;

/**
 * Creates the email templates for hosted Supabase from the texts of the embedded backend. Their links lead to the same
 * pages of the site, which use them when a person presses a button.
 * @see https://supabase.com/docs/guides/auth/auth-email-templates
 */
export function hostedMailTemplates(): readonly HostedMailTemplate[] {
  return Object.entries(names).map(([key, name]) => {
    const purpose = key as LinkPurpose;
    const textIn = (language: Language) =>
      mailText(mailKinds[purpose], language, mailedLink('SITE_URL', purpose, language, 'TOKEN_HASH'), 'SIX_DIGITS');
    const choose = (part: 'subject' | 'html') => byLanguage((language) => withVariables(textIn(language)[part]));
    return { name, subject: choose('subject'), html: `${choose('html')}\n` };
  });
}

function withVariables(text: string): string {
  return Object.entries(variables).reduce((all, [word, name]) => all.replaceAll(word, `{{ ${name} }}`), text);
}

/**
 * Creates a template that chooses by the user's language. A missing language prints as `<nil>` and gets the default,
 * like any unknown one.
 */
function byLanguage(textIn: (language: Language) => string): string {
  const [fallback, ...others] = languages;
  const choices = others.map((language) => `if eq $language "${language}" }}${textIn(language)}{{ else `);
  return `{{ $language := printf "%v" .Data.language }}{{ ${choices.join('')}}}${textIn(fallback)}{{ end }}`;
}
