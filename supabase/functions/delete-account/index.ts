import { serveFunction } from '../_shared/serve-function.ts';
import { handleDeleteAccount } from './handle.ts';

serveFunction(handleDeleteAccount);
