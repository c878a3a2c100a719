import { createFileRoute } from '@tanstack/react-router';

import { SinglePage } from '#features/single/single-page.tsx';
import { requireLocale } from '#shell/require-locale.ts';

export const Route = createFileRoute('/{-$locale}/single')({ beforeLoad: requireLocale, component: SinglePage });
