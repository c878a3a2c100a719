export { findSubject, type FoundSubject, type Side } from './layout/find-subject.ts';
export {
  type Adjustment,
  enlargementOf,
  type LayoutOptions,
  layOutSubject,
  type ProductEnlargement,
  type SubjectLayout,
} from './layout/lay-out-subject.ts';
export {
  type RenderedShopPhoto,
  type RenderProgress,
  renderShopPhotos,
  type RenderShopPhotosOptions,
  type ShopPhotoRequest,
} from './output/render-shop-photos.ts';
export { shopPhotoName } from './output/shop-photo-name.ts';
export {
  type CheckedPhoto,
  checkShopPhoto,
  type Rule,
  type RuleId,
  type RuleState,
} from './preflight/check-shop-photo.ts';
export { decodePhoto } from './preflight/decode-photo.ts';
export { type DecodedPhoto, type MeasuredPhoto, measurePhoto } from './preflight/measure-photo.ts';
export { readFormat } from './preflight/read-format.ts';
export { reportHtml, reportJson, type ReportedPhoto, type ReportWords } from './report/report.ts';
export { openProduct, type Product, type ProductPreview } from './product/open-product.ts';
export { withoutHaze } from './product/without-haze.ts';
export {
  createShopSession,
  type MadePhoto,
  type PhotoState,
  type ShadowKind,
  shadowLights,
  type ShopSession,
  type ShopState,
  type Work,
} from './session/create-shop-session.ts';
export { formatFor, type Target, type TargetId, targets, type WrittenFormat } from './targets/targets.ts';
