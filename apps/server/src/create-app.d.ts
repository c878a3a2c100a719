import { Hono } from 'hono';
/**
 * The site behind its headers. A page lies in the folder as `<path>.html`; what is not there is answered by `404.html`
 * and the status 404, in the language that the path begins with.
 * @param siteFolder the build's output.
 */
export declare function createApp(siteFolder: string): Hono;
