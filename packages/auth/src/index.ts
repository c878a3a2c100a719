export { type AdminSession, adminSessionKey, readAdminSession, writeAdminSession } from './admin-session.ts';
export { type Admin, everyPermission, hasPermission, superAdminRole } from './permissions.ts';
