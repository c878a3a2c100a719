import { type ApiOptions, serveApi } from './serve-api.ts';

/**
 * Serves the removal server as `serveApi` does, with the database of `API_DATABASE_URL` if it is set. Only then is the
 * driver loaded.
 * @throws as `serveApi`; when the database cannot be used.
 */
export function startApi(options: Omit<ApiOptions, 'openSharedServices'>): Promise<void> {
  return serveApi({
    ...options,
    openSharedServices: async (...settings) => {
      const { openSharedServices } = await import('./open-shared-services.ts');
      return await openSharedServices(...settings);
    },
  });
}
