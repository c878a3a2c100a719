/** All that comes with a result and not with the page: fetched while the photo is worked on. */
export { Workbench } from './workbench.tsx';
