import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';

import { createLogger, silentLogger } from '../create-logger.ts';
import { createMailbox } from './mailbox.ts';
import { createMailSender } from './send-mail.ts';

const mail = { to: 'ada@isola.example', subject: '确认', text: 'the text', html: '<p>the page</p>' };
let sink: SMTPServer | null = null;
afterEach(() => sink?.close());

/** A mail server that keeps what it is given. */
async function startSink(refuse = false) {
  const taken = Promise.withResolvers<{ from: string; to: string[]; raw: string; user: string }>();
  sink = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('ada@isola.example is unknown') : null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const raw = Buffer.concat(parts).toString();
        taken.resolve({ from, to: rcptTo.map(({ address }) => address), raw, user: String(session.user) });
        done();
      });
    },
  });
  sink.listen(0, '127.0.0.1');
  await once(sink.server, 'listening');
  const { port } = sink.server.address() as AddressInfo;
  return { url: `smtp://me:secret@127.0.0.1:${port}`, taken: taken.promise };
}

test('by SMTP, with text and page, and nothing is caught', async () => {
  const { url, taken } = await startSink();
  const mailbox = createMailbox();
  const sender = createMailSender({ url, from: 'Isola <post@isola.example>' }, mailbox, silentLogger);
  sender.send(mail);
  await sender.close();
  const { from, to, raw, user } = await taken;
  expect({ from, to, user }).toEqual({ from: 'post@isola.example', to: ['ada@isola.example'], user: 'me' });
  expect(raw).toContain('From: Isola <post@isola.example>');
  expect(raw).toMatch(/multipart\/alternative[^]*the text[^]*<p>the page<\/p>/);
  expect(mailbox.mails()).toEqual([]);
});

test('what could not be sent is logged without the address', async () => {
  const { url } = await startSink(true);
  const logged: string[] = [];
  const sender = createMailSender(
    { url, from: 'post@isola.example' },
    createMailbox(),
    createLogger('info', (line) => logged.push(line)),
  );
  sender.send(mail);
  await sender.close();
  expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({
    level: 'warn',
    msg: 'a mail could not be sent',
    err: { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
  });
  expect(logged.join('')).not.toContain('isola.example');
});

test('without a server the newest hundred are caught, the newest first', () => {
  const mailbox = createMailbox();
  const sender = createMailSender(null, mailbox, silentLogger);
  for (let turn = 0; turn < 120; turn += 1) sender.send({ ...mail, subject: String(turn) });
  expect(mailbox.mails().map(({ subject }) => subject)).toEqual(
    Array.from({ length: 100 }, (_, index) => String(119 - index)),
  );
});
