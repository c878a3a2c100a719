import { expect, test } from 'vitest';

import { hasPermission } from './permissions.ts';

// The owner's rule: the list contains the permission, or contains `all`, or the role is `super_admin`.
test.each([
  { role: 'editor', permissions: ['users.read'], asked: 'users.read', granted: true },
  { role: 'editor', permissions: ['users.read'], asked: 'users.write', granted: false },
  { role: 'editor', permissions: [], asked: 'users.read', granted: false },
  { role: 'editor', permissions: ['all'], asked: 'revenue.read', granted: true },
  { role: 'super_admin', permissions: [], asked: 'settings.write', granted: true },
  { role: 'super_administrator', permissions: [], asked: 'settings.write', granted: false },
])(
  'hasPermission of role $role with $permissions for $asked returns $granted',
  ({ role, permissions, asked, granted }) => {
    expect(hasPermission({ role, permissions }, asked)).toBe(granted);
  },
);
