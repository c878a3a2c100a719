import { createFileRoute } from '@tanstack/react-router';

import { MembershipPage } from '#features/membership/membership-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/membership/')({
  ...pageRoute('membership'),
  component: MembershipPage,
});
