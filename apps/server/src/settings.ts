import { resolve } from 'node:path';

import * as z from 'zod';

import { freeMemberLimit } from '@isola/supabase/functions/generate-background/allowance';
import { readProvider } from '@isola/supabase/functions/generate-background/providers/providers';
import { currentProvider } from '@isola/supabase/shared/payments/providers';
import type { BackendSettings } from './backend/backend-settings.ts';
import { minJwtSecretLength } from './backend/process/secrets.ts';
import type { AppSettings } from './create-app.ts';
import { type LogLevel, logLevels } from './create-logger.ts';
import type { MetricsAddress } from './metrics/serve-metrics.ts';

const address = z.url({ protocol: /^https?$/ });

const settingsSchema = z.object({
  PORT: z.coerce.number({ error: 'PORT is not a number' }).int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  COUNTRY_HEADER: z.string().min(1).optional(),
  VITE_ANALYTICS_SCRIPT: z.url().optional(),
  VITE_SUPABASE_URL: z.url().optional(),
  VITE_MODELS_URL: address.optional(),
  VITE_ASSETS_URL: address.optional(),
  PAYMENT_FORM_ORIGINS: z
    .string()
    .refine((list) => list.split(/[\s,]+/).every((each) => each === '' || URL.canParse(each)), {
      error: 'PAYMENT_FORM_ORIGINS contains something that is not an address such as https://pay.example',
    })
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SITE_ORIGIN: address.optional(),
  REDIRECT_ORIGINS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address))
    .default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(1).optional(),
  JWT_SECRET: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().min(minJwtSecretLength)).min(1))
    .optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().startsWith('sb_publishable_').optional(),
  SUPABASE_SECRET_KEY: z.string().startsWith('sb_secret_').optional(),
  TRUST_PROXY: z.coerce.number({ error: 'TRUST_PROXY is not a number of proxies' }).int().min(0).max(9).default(0),
  LOCAL_MAILBOX: z.enum(['0', '1'], { error: 'LOCAL_MAILBOX is neither 0 nor 1' }).default('0'),
  EARLIER_FILES_DIR: z.string().min(1).optional(),
  METRICS_PORT: z.coerce.number({ error: 'METRICS_PORT is not a number' }).int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  RATE_LIMIT_SCALE: z.coerce.number({ error: 'RATE_LIMIT_SCALE is not a number' }).positive().default(1),
});

export interface Settings {
  /** Port to listen on. 0 takes any free port. */
  readonly port: number;
  /** Address to listen on. Defaults to loopback. */
  readonly host: string;
  /** Absolute path of the folder of the embedded database and the secrets, which only the server's user can read. */
  readonly dataFolder: string;
  /** Lowest level that is logged. */
  readonly logLevel: LogLevel;
  /** Address of the metrics. Null when none are served. */
  readonly metrics: MetricsAddress | null;
  /** Null when the site was built for a hosted backend. The process then serves files and functions only. */
  readonly backend: BackendSettings | null;
  readonly app: AppSettings;
}

/**
 * Reads and checks the settings.
 * @throws when a variable has an unusable value. The message names the variable.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  // Compose files and shells pass variables that are not set as empty strings.
  const named = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(named);
  if (!result.success) throw new Error(`The environment cannot be used. ${z.prettifyError(result.error)}`);
  const set = result.data;
  if (set.SMTP_URL && !set.MAIL_FROM) {
    throw new Error('The environment cannot be used. SMTP_URL is set, but MAIL_FROM is not.');
  }
  checkFunctionSettings((name) => named[name]);
  const dataFolder = resolve(set.DATA_DIR);
  return {
    port: set.PORT,
    host: set.HOST,
    dataFolder,
    logLevel: set.LOG_LEVEL,
    metrics: set.METRICS_PORT === undefined ? null : { host: set.METRICS_HOST, port: set.METRICS_PORT },
    backend: set.VITE_SUPABASE_URL ? null : backendSettings(set, dataFolder),
    app: {
      siteOrigin: set.SITE_ORIGIN && new URL(set.SITE_ORIGIN).origin,
      origins: [...(set.SITE_ORIGIN ? [set.SITE_ORIGIN] : []), ...set.REDIRECT_ORIGINS].map(
        (each) => new URL(each).origin,
      ),
      isHttps: set.SITE_ORIGIN !== undefined && new URL(set.SITE_ORIGIN).protocol === 'https:',
      trustedProxies: set.TRUST_PROXY,
      rateLimitScale: set.RATE_LIMIT_SCALE,
      earlierFolder: set.EARLIER_FILES_DIR && resolve(set.EARLIER_FILES_DIR),
      COUNTRY_HEADER: set.COUNTRY_HEADER,
      VITE_ANALYTICS_SCRIPT: set.VITE_ANALYTICS_SCRIPT,
      VITE_SUPABASE_URL: set.VITE_SUPABASE_URL,
      VITE_MODELS_URL: set.VITE_MODELS_URL,
      VITE_ASSETS_URL: set.VITE_ASSETS_URL,
      PAYMENT_FORM_ORIGINS: set.PAYMENT_FORM_ORIGINS,
    },
  };
}

/** Checks the variables that the functions read with each request, so that a mistake stops the start of the server. */
function checkFunctionSettings(environment: (name: string) => string | undefined): void {
  try {
    readProvider(environment);
    currentProvider(environment);
    freeMemberLimit(environment);
  } catch (error) {
    throw new Error(`The environment cannot be used. ${(error as Error).message}`, { cause: error });
  }
}

function backendSettings(set: z.infer<typeof settingsSchema>, dataFolder: string): BackendSettings {
  return {
    dataFolder,
    databaseUrl: set.DATABASE_URL ?? null,
    siteOrigin: set.SITE_ORIGIN ? new URL(set.SITE_ORIGIN).origin : null,
    redirectOrigins: set.REDIRECT_ORIGINS.map((each) => new URL(each).origin),
    smtp: set.SMTP_URL && set.MAIL_FROM ? { url: set.SMTP_URL, from: set.MAIL_FROM } : null,
    mailbox: set.LOCAL_MAILBOX === '1' ? 'always' : 'local-site',
    host: set.HOST,
    trustedProxies: set.TRUST_PROXY,
    rateLimitScale: set.RATE_LIMIT_SCALE,
    jwtSecrets: set.JWT_SECRET ?? null,
    publishableKey: set.SUPABASE_PUBLISHABLE_KEY ?? null,
    secretKey: set.SUPABASE_SECRET_KEY ?? null,
  };
}
