export { ShopPhotoTool, type ShopPhotoToolProps } from './shop-photo-tool.tsx';
