import type { FunctionContext } from '../../_shared/context.ts';
import { readOpenaiImages } from './openai-images.ts';
import type { PictureProvider, ReadProvider } from './picture-provider.ts';

/** Providers by their name in `AI_PROVIDER`. A new provider is a file and a row. */
export const providers: Readonly<Record<string, ReadProvider>> = {
  'openai-images': readOpenaiImages,
};

/**
 * @returns the provider that the operator has configured; null without one.
 * @throws when a setting cannot be used; the message names it.
 */
export function readProvider(
  environment: FunctionContext['environment'],
  known: Readonly<Record<string, ReadProvider>> = providers,
): PictureProvider | null {
  const name = environment('AI_PROVIDER') || 'openai-images';
  if (!Object.hasOwn(known, name)) throw new Error(`AI_PROVIDER is none of ${Object.keys(known).join(', ')}`);
  return known[name]?.(environment) ?? null;
}
