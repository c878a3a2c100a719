/** @module-tag long */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createLogger } from '../../create-logger.ts';
import { inRequest } from '../../request-scope.ts';
import { createMailbox } from './mailbox.ts';

import { type Database, openDatabase } from '../database/open-database.ts';
import { createRoles } from '../database/request-roles.ts';
import { createMailSender, type MailSender } from './send-mail.ts';
import { createTestDatabase } from '../testing/test-server.ts';

const migrationsFolder = join(import.meta.dirname, '../../../../../supabase/migrations');
/** Migrations that create the tables of emails. */
const migrations = ['20261127090000_sign_in.sql', '20261130100000_mail_state.sql'];
/** Tables of Supabase Auth that the migration refers to. */
const authTables = `
  create schema if not exists auth;
  create table auth.users (id uuid primary key, encrypted_password text);
  create table auth.sessions (id uuid primary key, user_id uuid);
  create function auth.jwt() returns jsonb language sql as 'select null::jsonb';`;
const mail = { to: 'ada@isola.example', subject: '确认', text: 'the text', html: '<p>the page</p>' };
const requestRoles = ['anon', 'authenticated', 'service_role'];

let folder = '';
let remote: Awaited<ReturnType<typeof createTestDatabase>> = null;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-mail-'));
  remote = await createTestDatabase();
  database = await openDatabase({ dataFolder: folder, databaseUrl: remote?.url ?? null });
  await database.run(createRoles() + authTables);
  for (const each of migrations) await database.run(readFileSync(join(migrationsFolder, each), 'utf8'));
}, 180_000);
afterAll(async () => {
  await database.connection.close();
  await remote?.remove();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

let sink: SMTPServer | null = null;
let senders: MailSender[] = [];
let logged: string[] = [];
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  senders = [];
  await new Promise((closed) => (sink ? sink.close(() => closed(null)) : closed(null)));
  sink = null;
  await database.run(`
    delete from private.mail_queue;
    update private.mail_state set accepted_at = null, failed_at = null`);
});

interface Taken {
  readonly from: string;
  readonly to: string[];
  readonly user: string;
  readonly raw: string;
}

/**
 * Starts a mail server that records emails.
 * @param refusal returns the SMTP status for a recipient, or null to accept it.
 */
async function startSink(refusal: () => number | null = () => null) {
  const taken: Taken[] = [];
  sink = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: (_address, _session, done) => {
      const responseCode = refusal();
      done(responseCode === null ? null : Object.assign(new Error('ada@isola.example is unknown'), { responseCode }));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const raw = Buffer.concat(parts).toString();
        taken.push({ from, to: rcptTo.map(({ address }) => address), raw, user: String(session.user) });
        done();
      });
    },
  });
  sink.listen(0, '127.0.0.1');
  await once(sink.server, 'listening');
  const { port } = sink.server.address() as AddressInfo;
  return { url: `smtp://me:secret@127.0.0.1:${port}`, taken };
}

function startSender(url: string, isShared = false) {
  const sender = createSender(url, isShared);
  sender.start();
  return sender;
}

function createSender(url: string, isShared: boolean) {
  const logger = createLogger('info', (line) => logged.push(line));
  const from = 'Isola <post@isola.example>';
  const sender = createMailSender({ url, from }, createMailbox(), { rows: database.rows, isShared }, logger);
  senders.push(sender);
  return sender;
}

async function queued(): Promise<number> {
  const [row] = await database.rows('select count(*) from private.mail_queue');
  return Number(row?.['count']);
}

const lines = () => logged.map((line) => JSON.parse(line) as object);

test('an email is sent by SMTP with text and HTML, and then deleted from the queue', async () => {
  const { url, taken } = await startSink();
  await startSender(url).send(mail);
  await expect.poll(() => taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ from: 'post@isola.example', to: ['ada@isola.example'], user: 'me' });
  expect(taken[0]?.raw).toContain('From: Isola <post@isola.example>');
  expect(taken[0]?.raw).toMatch(/multipart\/alternative[^]*the text[^]*<p>the page<\/p>/);
  await expect.poll(queued).toBe(0);
});

test.each(['x<vic@b.example>', '"win a phone" <vic@b.example>', 'g:vic@b.example', 'vic@b.example,x.y'])(
  'an email to the unusual address %s of an older account does not reach the mailbox that it contains',
  async (to) => {
    const { url, taken } = await startSink();
    await startSender(url).send({ ...mail, to });
    await expect.poll(() => taken.length + logged.length).toBeGreaterThan(0);
    expect(taken.flatMap((each) => each.to)).not.toContain('vic@b.example');
    expect(taken.map(({ raw }) => raw).join('')).not.toMatch(/^To:.*<vic@b\.example>/m);
  },
);

test('an unsent email survives a stop and is sent after the next start', async () => {
  let isBusy = true;
  const { url, taken } = await startSink(() => (isBusy ? 451 : null));
  const sender = startSender(url);
  // An email that is retried for days must not be logged as the request that happened to begin it.
  await inRequest({ id: 'of-the-request' }, () => sender.send(mail));
  await expect.poll(() => logged.join('')).toContain('could not be sent');
  await sender.close();
  expect(await queued()).toBe(1);
  isBusy = false;
  startSender(url);
  await expect.poll(() => taken).toHaveLength(1);
  await expect.poll(queued).toBe(0);
  expect(lines()).toMatchObject([
    {
      level: 'warn',
      attempts: 1,
      retryInSeconds: 2,
      err: { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' },
    },
  ]);
  expect(logged.join('')).not.toMatch(/isola\.example|the text|of-the-request/);
});

test('an unsent email is retried after a pause, and emails count as delayed until one is accepted', async () => {
  let refusals = 0;
  const { url, taken } = await startSink(() => (refusals++ === 0 ? 421 : null));
  const sender = startSender(url);
  expect(await sender.isDelayed()).toBe(false);
  await sender.send(mail);
  await expect.poll(() => taken).toHaveLength(1);
  expect(lines()).toMatchObject([{ level: 'warn', err: { responseCode: 421 } }]);
  const [state] = await database.rows(
    'select failed_at is not null and accepted_at > failed_at as is_over from private.mail_state',
  );
  expect(state).toEqual({ is_over: true });
  await expect.poll(() => sender.isDelayed()).toBe(false);
});

test.each([
  ['full (452)', 452],
  ['greylisted (450)', 450],
])('an email whose mailbox is %s does not count as a delay of all emails', async (_, status) => {
  const { url } = await startSink(() => status);
  const sender = startSender(url);
  await sender.send(mail);
  await expect.poll(() => logged).toHaveLength(1);
  await sender.close();
  expect(await queued()).toBe(1);
  expect(await sender.isDelayed()).toBe(false);
});

test('every process knows that the mail server is down, and that it works again for one of them', async () => {
  const nobody = await startSink();
  const port = new URL(nobody.url).port;
  await new Promise((closed) => sink?.close(() => closed(null)));
  const cutOff = startSender(`smtp://127.0.0.1:${port}`, true);
  await cutOff.send({ ...mail, subject: 'waits' });
  const { url, taken } = await startSink();
  // This process has sent nothing yet, as after a restart.
  const working = createSender(url, true);
  for (const each of [cutOff, working]) await expect.poll(() => each.isDelayed()).toBe(true);

  await cutOff.close();
  await database.run(`update private.mail_queue set due_at = now() + interval '1 day'`);
  working.start();
  await working.send({ ...mail, subject: 'goes through' });
  await expect.poll(() => taken).toHaveLength(1);
  for (const each of [cutOff, working]) await expect.poll(() => each.isDelayed()).toBe(false);
  expect(await queued()).toBe(1);
});

test('no email is delayed once the queue is empty, whatever the mail server did last', async () => {
  await database.run('update private.mail_state set failed_at = now()');
  const sender = createSender('smtp://127.0.0.1:1', true);
  expect(await sender.isDelayed()).toBe(false);
  await sender.send(mail);
  await expect.poll(() => sender.isDelayed()).toBe(true);
  await database.run('delete from private.mail_queue');
  await expect.poll(() => sender.isDelayed()).toBe(false);
});

test('a database that does not answer is no news about the mail server, and is asked again', async () => {
  const answers = [new Error('the database is away'), [{ is_delayed: true }]];
  const rows = () => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? []);
  };
  const sender = createMailSender(
    { url: 'smtp://127.0.0.1:1', from: 'post@isola.example' },
    createMailbox(),
    { rows, isShared: true },
    createLogger('silent', () => {}),
  );
  await expect(sender.isDelayed()).rejects.toThrow('the database is away');
  expect(await sender.isDelayed()).toBe(true);
});

test('an email that the mail server refuses permanently is discarded at once', async () => {
  const { url, taken } = await startSink(() => 550);
  const sender = startSender(url);
  await sender.send(mail);
  await expect.poll(() => logged).toHaveLength(1);
  // The mail server works; it refuses this one recipient.
  expect(await sender.isDelayed()).toBe(false);
  expect(lines()).toMatchObject([
    { level: 'error', msg: 'an email was discarded: the mail server rejected it', err: { responseCode: 550 } },
  ]);
  await expect.poll(queued).toBe(0);
  expect(taken).toEqual([]);
  expect(logged.join('')).not.toContain('isola.example');
});

test('at most ten thousand emails wait, and emails older than three days are discarded', async () => {
  const { url, taken } = await startSink();
  await database.run(
    `insert into private.mail_queue (recipient, subject, text, html, due_at)
      select 'ada@isola.example', '', '', '', now() + interval '1 day' from generate_series(1, 10000)`,
  );
  const sender = startSender(url, true);
  await sender.send(mail);
  expect(lines()).toMatchObject([{ level: 'error', msg: 'an email was discarded: the queue is full' }]);
  expect(await queued()).toBe(10_000);
  await sender.close();
  await database.run(`update private.mail_queue set queued_at = now() - interval '4 days'`);
  startSender(url, true);
  await expect.poll(queued).toBe(0);
  expect(lines()[1]).toMatchObject({ level: 'error', count: 10_000, msg: expect.stringContaining('too old') });
  expect(taken).toEqual([]);
});

test('several processes on one database send each email once', async () => {
  const { url, taken } = await startSink();
  const processes = Array.from({ length: 3 }, () => startSender(url, true));
  const wanted = Array.from({ length: 30 }, (_, turn) => `mail-${turn}`);
  await Promise.all(
    wanted.map(async (subject, turn) => processes[turn % processes.length]?.send({ ...mail, subject })),
  );
  await expect.poll(queued).toBe(0);
  const subjects = taken.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
  expect(subjects).toHaveLength(wanted.length);
  expect(new Set(subjects)).toEqual(new Set(wanted));
});

test('no role of requests may read or write the queue and the state of the mail server', async () => {
  for (const role of requestRoles) {
    for (const statement of [
      'select from private.mail_queue',
      'delete from private.mail_queue',
      'select from private.mail_state',
      'update private.mail_state set failed_at = now()',
      'select private.are_mails_delayed()',
    ]) {
      await expect(database.run(`set local role ${role}; ${statement}`), role).rejects.toThrow(/permission denied/);
    }
  }
});

test('without a mail server, the newest hundred emails are caught, newest first', async () => {
  const mailbox = createMailbox();
  const sender = createMailSender(
    null,
    mailbox,
    database,
    createLogger('silent', () => {}),
  );
  for (let turn = 0; turn < 120; turn += 1) await sender.send({ ...mail, subject: String(turn) });
  expect(mailbox.mails().map(({ subject }) => subject)).toEqual(
    Array.from({ length: 100 }, (_, index) => String(119 - index)),
  );
  expect(await queued()).toBe(0);
});
