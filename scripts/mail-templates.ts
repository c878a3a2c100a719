/** Writes the mails of a hosted project to `supabase/templates`, and their subjects to `supabase/config.toml`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { hostedMailTemplates } from '../apps/server/src/backend/mail/hosted-mail-templates.ts';
import { createCommand } from './command.ts';

const folder = 'supabase/templates';
const configFile = 'supabase/config.toml';
/** Lines between which this command writes. */
const beginning = '# Written by `npm run mail-templates`, from here';
const end = '# to here.';

createCommand('npm run mail-templates', 'Writes the mail templates of a hosted project from packages/i18n.').parse();

mkdirSync(folder, { recursive: true });
const sections = hostedMailTemplates().map(({ name, subject, html }) => {
  writeFileSync(`${folder}/${name}.html`, html);
  // A JSON string is also a valid TOML string.
  return `[auth.email.template.${name}]\nsubject = ${JSON.stringify(subject)}\ncontent_path = "./${folder}/${name}.html"\n`;
});
const config = readFileSync(configFile, 'utf8');
const [head = '', rest = ''] = config.split(`${beginning}\n`);
const tail = rest.split(`${end}\n`)[1];
if (tail === undefined) throw new Error(`${configFile} lacks the lines that mark the place of the templates.`);
writeFileSync(configFile, `${head}${beginning}\n${sections.join('\n')}${end}\n${tail}`);
