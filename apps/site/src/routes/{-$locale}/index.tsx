import { createFileRoute } from '@tanstack/react-router';

import { HomePage } from '#features/home/home-page.tsx';
import { requireLocale } from '#shell/require-locale.ts';

export const Route = createFileRoute('/{-$locale}/')({ beforeLoad: requireLocale, component: HomePage });
