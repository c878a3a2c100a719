import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { hostedMailTemplates } from './hosted-mail-templates.ts';

const folder = join(import.meta.dirname, '../../../../../supabase');

test('supabase/templates and config.toml match the current texts; `npm run mail-templates` updates them', () => {
  const config = readFileSync(join(folder, 'config.toml'), 'utf8');
  for (const { name, subject, html } of hostedMailTemplates()) {
    expect(readFileSync(join(folder, `templates/${name}.html`), 'utf8'), name).toBe(html);
    expect(config).toContain(`[auth.email.template.${name}]\nsubject = ${JSON.stringify(subject)}\n`);
  }
});

test('each email template has a link and a code in eight languages', () => {
  const [confirmation, ...others] = hostedMailTemplates();
  expect(others.map(({ name }) => name)).toEqual(['recovery', 'magic_link', 'email_change']);
  for (const subject of ['确认', 'Confirm your email', 'Bestätigen Sie Ihre E-Mail-Adresse']) {
    expect(confirmation?.subject).toContain(subject);
  }
  const links = [...(confirmation?.html.matchAll(/<a href="([^"]*)"/g) ?? [])].map(([, link]) => link);
  // The links lead to pages of the site with a button. A mail scanner would use up `.ConfirmationURL`.
  expect(links).toHaveLength(8);
  expect(links[0]).toBe('{{ .SiteURL }}/en/auth/confirm#link={{ .TokenHash }}&amp;type=signup');
  expect(links[7]).toBe('{{ .SiteURL }}/auth/confirm#link={{ .TokenHash }}&amp;type=signup');
  expect(confirmation?.html.match(/<strong>\{\{ \.Token \}\}<\/strong>/g)).toHaveLength(8);
});
