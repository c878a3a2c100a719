import { createFileRoute } from '@tanstack/react-router';

import { ApiPage } from '#features/api/api-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/api/')({ ...pageRoute('api'), component: ApiPage });
