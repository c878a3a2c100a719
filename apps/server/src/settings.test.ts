import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { readSettings } from './settings.ts';

test('by default the server listens on loopback, with the embedded database and the local mailbox', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: resolve('.data'),
    logLevel: 'info',
    metrics: null,
    backend: {
      dataFolder: resolve('.data'),
      databaseUrl: null,
      siteOrigin: null,
      redirectOrigins: [],
      smtp: null,
      mailbox: 'local-site',
      host: '127.0.0.1',
      trustedProxies: 0,
      rateLimitScale: 1,
      jwtSecrets: null,
      publishableKey: null,
      secretKey: null,
    },
    app: { origins: [], isHttps: false, trustedProxies: 0, rateLimitScale: 1 },
  });
});

test('reads all settings from the environment', () => {
  const settings = readSettings({
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/isola',
    LOG_LEVEL: 'warn',
    DATABASE_URL: 'postgres://isola@db.example/isola',
    SITE_ORIGIN: 'https://isola.example/',
    REDIRECT_ORIGINS: 'https://one.example, https://two.example/path',
    SMTP_URL: 'smtps://post.example',
    MAIL_FROM: 'Isola <post@isola.example>',
    JWT_SECRET: `${'n'.repeat(32)}, ${'o'.repeat(32)}`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_mine',
    SUPABASE_SECRET_KEY: 'sb_secret_mine',
    TRUST_PROXY: '1',
    COUNTRY_HEADER: '',
  });
  expect(settings).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    dataFolder: '/var/lib/isola',
    logLevel: 'warn',
    app: {
      origins: ['https://isola.example', 'https://one.example', 'https://two.example'],
      isHttps: true,
      trustedProxies: 1,
    },
  });
  expect(settings.backend).toMatchObject({
    databaseUrl: 'postgres://isola@db.example/isola',
    siteOrigin: 'https://isola.example',
    redirectOrigins: ['https://one.example', 'https://two.example'],
    smtp: { url: 'smtps://post.example', from: 'Isola <post@isola.example>' },
    jwtSecrets: ['n'.repeat(32), 'o'.repeat(32)],
    publishableKey: 'sb_publishable_mine',
    secretKey: 'sb_secret_mine',
    trustedProxies: 1,
  });
});

test('isHttps is true only for a public origin with https', () => {
  expect(readSettings({ SITE_ORIGIN: 'http://isola.example' }).app.isHttps).toBe(false);
  expect(readSettings({ SITE_ORIGIN: 'https://isola.example' }).app.isHttps).toBe(true);
});

test('a site that was built for a hosted backend has no embedded backend', () => {
  expect(readSettings({ VITE_SUPABASE_URL: 'https://project.example' }).backend).toBeNull();
});

test.each([
  ['LOG_LEVEL', 'loud'],
  ['JWT_SECRET', 's'.repeat(31)],
  ['JWT_SECRET', `${'n'.repeat(32)},short`],
  ['JWT_SECRET', ','],
  ['DATABASE_URL', 'mysql://db.example'],
  ['SITE_ORIGIN', 'isola.example'],
  ['REDIRECT_ORIGINS', 'https://one.example two'],
  ['SMTP_URL', 'https://post.example'],
  ['SUPABASE_PUBLISHABLE_KEY', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ['SUPABASE_SECRET_KEY', 'sb_publishable_x'],
  ['PAYMENT_FORM_ORIGINS', 'https://pay.example cashier.example'],
  ['TRUST_PROXY', 'yes'],
  ['RATE_LIMIT_SCALE', '0'],
  ['AI_IMAGES_URL', 'pictures.example'],
  ['AI_VISITOR_IMAGES', 'few'],
])('%s=%s is rejected with the name of the variable', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test('SMTP_URL requires MAIL_FROM', () => {
  expect(() => readSettings({ SMTP_URL: 'smtp://post.example' })).toThrow('MAIL_FROM');
});

test('rejects an analytics script that is not a URL', () => {
  expect(() => readSettings({ VITE_ANALYTICS_SCRIPT: 'count.js' })).toThrow(/VITE_ANALYTICS_SCRIPT/);
});

test.each(['http', '70000', '-1', '80.5'])('PORT=%s is rejected with the name of the variable', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(/PORT/);
});
