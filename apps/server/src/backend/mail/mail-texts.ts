import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { type Language, languages } from '@isola/supabase/shared/languages';
import { mailHtml, type MailPart } from './mail-html.ts';

/** Email with a link and a code, which its reader requested. */
export type MailKind = 'confirm' | 'reset' | 'magicLink' | 'emailChange';

/** Email that reports a change of an account, or an attempt to register it again. Nobody requested it. */
export type Notice =
  /** Notice to the previous address of an account. `link` restores it for `days` days. */
  | { readonly kind: 'emailChanged'; readonly email: string; readonly link: string; readonly days: number }
  /** Notice to the owner. `link` leads to the page that asks for a new password. */
  | { readonly kind: 'passwordChanged'; readonly link: string }
  | { readonly kind: 'accountDeleted' }
  /** Notice to the owner of an address with which somebody tried to register again. `link` leads to the sign-in. */
  | { readonly kind: 'alreadyRegistered'; readonly link: string }
  /** Notice to an administrator. `link` leads to the page that asks for a new password. */
  | { readonly kind: FactorNotice; readonly link: string };

/** Changes of an administrator's second factor that are reported by email. */
export type FactorNotice = 'factorEnrolled' | 'factorRemoved' | 'factorReset' | 'recoveryCodeUsed';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Bundle `mail` of each language. */
const bundles = new Map(languages.map((language) => [language, readBundle(language)]));

/**
 * Writes an email with a link and a code.
 * @param language language in the user's metadata. The default language is used when it is unknown.
 */
export function mailText(kind: MailKind, language: unknown, link: string, code: string): MailText {
  const known = knownLanguage(language);
  const say = (key: string) => words(known, key);
  return compose(known, say(`${kind}.subject`), [
    { text: say(`${kind}.link`) },
    { link, label: say(`${kind}.button`) },
    { text: say('code') },
    { code },
    { reason: say('ignore') },
  ]);
}

/** Writes a notice. @param language as for `mailText`. */
export function noticeText(notice: Notice, language: unknown): MailText {
  const known = knownLanguage(language);
  const say = (part: string, values = {}) => ({ text: words(known, `${notice.kind}.${part}`, values) });
  const button = (link: string) => ({ link, label: words(known, `${notice.kind}.button`) });
  const subject = words(known, `${notice.kind}.subject`);
  const reason = { reason: words(known, 'notice') };
  switch (notice.kind) {
    case 'emailChanged': {
      const { email, days, link } = notice;
      return compose(known, subject, [say('text', { email }), say('link', { days }), button(link), reason]);
    }
    case 'passwordChanged':
      return compose(known, subject, [say('text'), say('link'), button(notice.link), reason]);
    case 'factorEnrolled':
    case 'factorRemoved':
    case 'factorReset':
    case 'recoveryCodeUsed': {
      const label = words(known, 'passwordChanged.button');
      return compose(known, subject, [
        say('text'),
        { text: words(known, 'factor.advice') },
        { link: notice.link, label },
        reason,
      ]);
    }
    case 'alreadyRegistered':
      return compose(known, subject, [
        say('text'),
        { link: notice.link, label: words(known, 'magicLink.button') },
        { reason: words(known, 'ignore') },
      ]);
    case 'accountDeleted':
      return compose(known, subject, [say('text'), say('advice'), reason]);
    default:
      return notice satisfies never;
  }
}

/**
 * Writes the email that asks to confirm a pre-registration for the API.
 * @param link URL of the page that confirms it.
 */
export function preregistrationText(language: Language, link: string): MailText {
  const say = (part: string) => ({ text: words(language, `preregistration.${part}`) });
  return compose(language, words(language, 'preregistration.subject'), [
    say('link'),
    { link, label: words(language, 'preregistration.button') },
    say('validity'),
    { reason: words(language, 'ignore') },
  ]);
}

/** Returns the language if the product supports it, or else the default language. */
export function knownLanguage(language: unknown): Language {
  return languages.find((each) => each === language) ?? languages[0];
}

function compose(language: Language, subject: string, body: readonly MailPart[]): MailText {
  return {
    subject,
    text: [...body.map(plainText), 'Isola'].join('\n\n'),
    html: mailHtml({ language, subject, body, linkHint: words(language, 'linkHint') }),
  };
}

function plainText(part: MailPart): string {
  if ('link' in part) return part.link;
  if ('code' in part) return part.code;
  return 'reason' in part ? part.reason : part.text;
}

/** Returns a text of a bundle with its placeholders filled in. @throws when the bundle has no such text. */
function words(language: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = bundles.get(language)?.[key];
  if (text === undefined) throw new Error(`${language}/mail.json has no ‘${key}’`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

function readBundle(language: Language): Readonly<Record<string, string>> {
  const file = join(import.meta.dirname, `../../../../../packages/i18n/src/locales/${language}/mail.json`);
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
}
