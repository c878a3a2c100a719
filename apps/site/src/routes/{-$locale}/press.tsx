import { createFileRoute } from '@tanstack/react-router';

import { PressPage } from '#features/press/press-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/press')({ ...pageRoute('press'), component: PressPage });
