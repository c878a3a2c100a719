import { serveFunction } from '../_shared/serve-function.ts';
import { handleNotifySearchEngines } from './handle.ts';

serveFunction(handleNotifySearchEngines);
