import { createFileRoute } from '@tanstack/react-router';

import { ProductPhotoPage } from '#features/landing/product-photo-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/product-photo')({
  ...pageRoute('productPhoto'),
  component: ProductPhotoPage,
});
