import { resolve } from 'node:path';

import * as z from 'zod';

import type { AppSettings } from './create-app.ts';

const settingsSchema = z.object({
  PORT: z.coerce.number({ error: 'PORT is not a number' }).int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  COUNTRY_HEADER: z.string().min(1).optional(),
  VITE_ANALYTICS_SCRIPT: z.url().optional(),
  VITE_SUPABASE_URL: z.url().optional(),
});

export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen on: loopback unless the operator says otherwise. */
  readonly host: string;
  /** Absolute. What the server keeps for this machine lies here, readable by its own user alone. */
  readonly dataFolder: string;
  readonly app: AppSettings;
}

/** @throws when a variable has no usable value; the message names it. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const result = settingsSchema.safeParse(environment);
  if (!result.success) throw new Error(`The environment cannot be used. ${z.prettifyError(result.error)}`);
  const { PORT: port, HOST: host, DATA_DIR: dataFolder, ...app } = result.data;
  return { port, host, dataFolder: resolve(dataFolder), app };
}
