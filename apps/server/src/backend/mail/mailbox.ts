import type { StartSettings } from '../backend-settings.ts';
import { isLoopbackHost } from '../rest/client-address.ts';
import { escapeHtml } from './escape-html.ts';

/** Email to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface CaughtMail extends Mail {
  readonly sentAt: string;
}

export interface Mailbox {
  readonly add: (mail: Mail) => void;
  /** Returns the emails, newest first. */
  readonly mails: () => readonly CaughtMail[];
}

const maxMails = 100;

/** Checks whether this server catches emails and shows them to requests from its own machine. */
export function hasMailbox({
  smtp,
  host,
  siteOrigin,
  trustedProxies,
  mailbox,
}: Pick<StartSettings, 'smtp' | 'host' | 'siteOrigin' | 'trustedProxies' | 'mailbox'>): boolean {
  const isLocalSite = isLoopbackHost(new URL(siteOrigin).hostname) && trustedProxies === 0;
  return smtp === null && isLoopbackHost(host) && (mailbox === 'always' || isLocalSite);
}

/** Creates the mailbox of a machine that sends no email. It keeps the newest hundred in memory. */
export function createMailbox(): Mailbox {
  const caught: CaughtMail[] = [];
  return {
    add: (mail) => {
      caught.unshift({ ...mail, sentAt: new Date().toISOString() });
      caught.length = Math.min(caught.length, maxMails);
    },
    mails: () => caught,
  };
}

/** Renders the mailbox for developers as plain HTML, because the content security policy allows nothing inline. */
export function mailboxPage(mails: readonly CaughtMail[]): string {
  const articles = mails.map(
    ({ to, subject, text, sentAt }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To <strong>${escapeHtml(to)}</strong>, <time datetime="${sentAt}">${sentAt}</time></p>
${text.split('\n\n').map(paragraph).join('\n')}
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Developer’s mailbox – Isola</title></head>
<body>
<main>
<h1>Developer’s mailbox</h1>
<p>No SMTP server is configured, so mails are not sent: they end here, and only this machine can read them. <a href="/_local/mailbox">Look again</a></p>
${articles.length > 0 ? articles.join('\n<hr>\n') : '<p>There is no mail yet.</p>'}
</main>
</body>
</html>
`;
}

function paragraph(text: string): string {
  const safe = escapeHtml(text);
  return /^https?:\/\/\S+$/.test(text) ? `<p><a href="${safe}">${safe}</a></p>` : `<p>${safe}</p>`;
}
