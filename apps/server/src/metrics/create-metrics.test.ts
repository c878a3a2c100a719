import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { createMetrics, type Metrics } from './create-metrics.ts';

/** Serves one status for each path of this test, counted by the metrics. */
function serve({ countRequests }: Metrics) {
  const app = new Hono();
  app.use(countRequests);
  app.all('/auth/v1/token', (context) => context.json({}, Number(context.req.header('x-status')) as 200));
  app.all('/auth/v1/verify', (context) => context.json({}, 403));
  app.all('*', (context) => context.text('page'));
  return app;
}

/** Returns the samples of a text in the format of Prometheus. */
const samplesOf = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

test('requests, sign-ins and refusals are counted without anything that a visitor sent', async () => {
  const metrics = createMetrics(null);
  const app = serve(metrics);
  const signIn = (status: number) =>
    app.request('/auth/v1/token?grant_type=password', { method: 'POST', headers: { 'x-status': String(status) } });
  for (const status of [200, 400, 429, 429, 503]) await signIn(status);
  await app.request('/auth/v1/token?grant_type=refresh_token', { method: 'POST', headers: { 'x-status': '200' } });
  await app.request('/auth/v1/verify', { method: 'POST' });
  await app.request('/de/ada@isola?token=Marker', { headers: { 'user-agent': 'Marker' } });

  const text = await metrics.text();
  expect(samplesOf(text)).toMatchObject({
    'isola_requests_total{route="auth",status="200"}': 2,
    'isola_requests_total{route="auth",status="429"}': 2,
    'isola_requests_total{route="page",status="200"}': 1,
    'isola_request_duration_seconds_count{route="auth"}': 7,
    'isola_sign_ins_total{method="password",result="accepted"}': 1,
    'isola_sign_ins_total{method="password",result="refused"}': 1,
    'isola_sign_ins_total{method="password",result="limited"}': 2,
    'isola_sign_ins_total{method="password",result="failed"}': 1,
    'isola_sign_ins_total{method="email",result="refused"}': 1,
    'isola_limit_refusals_total{route="auth"}': 2,
    'isola_limit_refusals_total{route="table"}': 0,
    process_resident_memory_bytes: expect.any(Number),
    nodejs_eventloop_lag_p99_seconds: expect.any(Number),
  });
  expect(text).not.toMatch(/ada|Marker|isola_ready/);
});

test('the figures of a backend are left out while its database does not answer', async () => {
  const figures = {
    mailsWaiting: 3,
    oldestMailSeconds: 61.5,
    paymentsFailed: 2,
    paymentEventsFailed: 1,
    paymentEventsWaiting: 4,
    eventLoopDelaySeconds: 0.012,
  };
  let state: 'ready' | 'database-error' = 'ready';
  const metrics = createMetrics({
    check: () => Promise.resolve(state),
    fetch: () => Promise.resolve(Response.json(figures)),
  });
  expect(samplesOf(await metrics.text())).toMatchObject({
    isola_ready: 1,
    isola_mails_waiting: 3,
    isola_oldest_mail_seconds: 61.5,
    isola_payments_failed_24h: 2,
    isola_payment_events_failed_24h: 1,
    isola_payment_events_waiting: 4,
    isola_backend_event_loop_delay_p99_seconds: 0.012,
  });
  state = 'database-error';
  const away = samplesOf(await metrics.text());
  expect(away['isola_ready']).toBe(0);
  expect(Object.keys(away)).not.toContain('isola_mails_waiting');
});
