/**
 * Serves the built site until SIGTERM or SIGINT.
 * @throws when there is no built site, the environment cannot be used, or the address is taken.
 */
export declare function startServer(siteFolder: string, environment?: NodeJS.ProcessEnv): Promise<void>;
