import { createFileRoute } from '@tanstack/react-router';

import { HomePage } from '#features/home/home-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/')({ ...pageRoute('home'), component: HomePage });
