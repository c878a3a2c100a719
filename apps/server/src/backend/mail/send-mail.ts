import { createTransport } from 'nodemailer';
import * as z from 'zod';

import type { Logger } from '../../create-logger.ts';
import { outsideRequest } from '../../request-scope.ts';
import type { SmtpSettings } from '../backend-settings.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import type { Database } from '../database/open-database.ts';

const answerLimitMs = 15_000;
/** How many mails one process sends at once. */
const atOnce = 5;
/** Beyond it further mails are not taken: a mail server that is down for days must not fill the disk. */
const maxQueued = 10_000;
const keptDays = 3;
/** How long a process has a mail for itself; after a crash in mid-send another takes it over then. */
const leaseSeconds = 120;
/** The first pause before another try; each is three times the one before, up to the longest. */
const firstPauseSeconds = 2;
const longestPauseSeconds = 3_600;
/** How often mails are looked for that another process has left. */
const longestWaitMs = 30_000;
/** How long a stop waits for the mails under way; what is not sent by then stays in the queue. */
const closeLimitMs = 5_000;

export interface MailSender {
  /** Resolves when the mail is stored, before it is sent: how long sending takes would tell whether there is such an account. */
  readonly send: (mail: Mail) => Promise<void>;
  /** Begins to send what is in the queue; the migrations must have been applied. */
  readonly start: () => void;
  /** Mails that are not sent stay in the queue. */
  readonly close: () => Promise<void>;
}

/**
 * Sends by SMTP where the operator configured it; else the mailbox of this machine catches all.
 *
 * A mail is stored in the database and deleted once the mail server has taken it. It is tried again with growing pauses
 * for three days; refused for good (SMTP status 5xx for its recipient or its content), it is given up at once. Of several
 * processes on one database one sends each mail. After a crash between the mail server's answer and the deletion a mail
 * is sent twice, with the same Message-ID.
 */
export function createMailSender(
  smtp: SmtpSettings | null,
  mailbox: Mailbox,
  database: Pick<Database, 'rows' | 'isShared'>,
  logger: Logger,
): MailSender {
  if (!smtp) return { send: async (mail) => mailbox.add(mail), start: () => {}, close: () => Promise.resolve() };
  const { rows } = database;
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: atOnce,
    connectionTimeout: answerLimitMs,
    greetingTimeout: answerLimitMs,
    socketTimeout: answerLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const idDomain = /@([^\s<>]+)/.exec(smtp.from)?.[1] ?? 'localhost';

  let isStarted = false;
  const closing = new AbortController();
  let isAskedAgain = false;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const wake = () => {
    isAskedAgain = true;
    if (!isStarted || closing.signal.aborted || working) return;
    if (timer) clearTimeout(timer);
    working = outsideRequest(work)
      // The database may be away for a while; the mails are in it.
      .catch((error: unknown) => {
        isAskedAgain = false;
        logger.error({ err: error }, 'the mail queue could not be read');
      })
      .finally(() => (working = null))
      .then(sleep);
  };
  const sleep = async () => {
    if (closing.signal.aborted) return;
    const waitMs = isAskedAgain ? 0 : await nextDueMs().catch(() => longestWaitMs);
    timer = setTimeout(wake, Math.min(waitMs, longestWaitMs));
    timer.unref();
  };
  const nextDueMs = async () => {
    const [row] = await rows(
      'select (extract(epoch from min(due_at) - now()) * 1000)::text as wait_ms from private.mail_queue',
    );
    return typeof row?.['wait_ms'] === 'string' ? Math.max(0, Number(row['wait_ms'])) : longestWaitMs;
  };
  const work = async () => {
    const [{ given_up: givenUp } = {}] = await rows(deleteOld);
    if (Number(givenUp) > 0)
      logger.error({ count: Number(givenUp), keptDays }, 'mails were given up: they are too old');
    while (!closing.signal.aborted) {
      isAskedAgain = false;
      const claimed = z.array(queuedMailSchema).parse(await rows(claim));
      if (claimed.length === 0) return;
      await Promise.all(claimed.map(deliver));
    }
  };
  const deliver = async ({ id, recipient, subject, text, html, attempts }: QueuedMail) => {
    try {
      const messageId = `<${id}@${idDomain}>`;
      // As an address and not as a text, in which the library would look for names and further addresses.
      const to = { name: '', address: recipient };
      await transport.sendMail({ from: smtp.from, to, subject, text, html, messageId });
    } catch (error) {
      if (isRefused(error)) {
        logger.error({ err: error, mailId: id }, 'a mail was given up: the mail server refuses it');
        await rows('delete from private.mail_queue where id = $1', [id]);
      } else {
        const retryInSeconds = Math.min(firstPauseSeconds * 3 ** (attempts - 1), longestPauseSeconds);
        logger.warn({ err: error, mailId: id, attempts, retryInSeconds }, 'a mail could not be sent');
        await rows(`update private.mail_queue set due_at = now() + $2 * interval '1 second' where id = $1`, [
          id,
          retryInSeconds,
        ]);
      }
      return;
    }
    await rows('delete from private.mail_queue where id = $1', [id]);
    logger.debug({ mailId: id, attempts }, 'a mail was sent');
  };

  return {
    send: async ({ to, subject, text, html }) => {
      const [stored] = await rows(add, [to, subject, text, html]);
      if (stored) wake();
      else logger.error({ maxQueued }, 'a mail was not taken: the queue is full');
    },
    start: () => {
      isStarted = true;
      // This process alone has the database: what the one before had for itself, or had put off, is tried at once.
      const ready = database.isShared ? Promise.resolve() : rows('update private.mail_queue set due_at = now()');
      ready.then(wake, (error: unknown) => logger.error({ err: error }, 'the mail queue could not be read'));
    },
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      const limit = setTimeout(() => transport.close(), closeLimitMs);
      await working;
      clearTimeout(limit);
      transport.close();
    },
  };
}

const queuedMailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attempts: z.number(),
});

type QueuedMail = z.infer<typeof queuedMailSchema>;

const add = `
  insert into private.mail_queue (recipient, subject, text, html)
  select $1, $2, $3, $4 where (select count(*) from private.mail_queue) < ${maxQueued}
  returning id`;

const claim = `
  update private.mail_queue
  set attempts = attempts + 1, due_at = now() + interval '${leaseSeconds} seconds'
  where id in (
    select id from private.mail_queue where due_at <= now() order by due_at limit ${atOnce} for update skip locked)
  returning id, recipient, subject, text, html, attempts`;

const deleteOld = `
  with old as (delete from private.mail_queue where queued_at < now() - interval '${keptDays} days' returning id)
  select count(*) as given_up from old`;

/** Refused for good: by the recipient's name or the content, not by the operator's own name and password. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  return /^(EENVELOPE|EMESSAGE)$/.test(String(error.code)) && Number(error.responseCode) >= 500;
}
