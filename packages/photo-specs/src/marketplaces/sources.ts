import type { Source } from '../sourced-figures.ts';

/** Day on which the copies were read that the five largest marketplaces were compared with. */
const readOn = '2026-11-29';

/** Sources of the figures. Each page was read as a stored copy or an excerpt of one. */
export const sources = {
  'walmart-guide': {
    title: 'Walmart Marketplace Learn, product detail page: image guidelines & requirements',
    url: 'https://marketplacelearn.walmart.com/guides/Item%20setup/Item%20content%2C%20imagery%2C%20and%20media/Product-detail-page:-Image-guidelines-&-requirements',
    kind: 'official',
    readOn,
    pageDate: '2025-07-15',
  },
  'ebay-policy': {
    title: 'eBay, picture policy',
    url: 'https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370',
    kind: 'official',
    readOn,
  },
  'ebay-api': {
    title: 'eBay developers, createImageFromFile',
    url: 'https://developer.ebay.com/api-docs/commerce/media/resources/image/methods/createImageFromFile',
    kind: 'official',
    readOn,
  },
  'mercado-pictures': {
    title: 'Mercado Libre developers, working with pictures',
    url: 'https://developers.mercadolibre.com.ar/en_us/working-with-pictures',
    kind: 'official',
    pageDate: '2024-02-02',
  },
  'mercado-listing': {
    title: 'Mercado Libre developers, best practices for listing items',
    url: 'https://developers.mercadolibre.com.ar/devsite/introduction-globalselling',
    kind: 'official',
    pageDate: '2022-12-28',
  },
  'mercado-footwear': {
    title: 'Mercado Libre Global Selling, photo requirements for footwear',
    url: 'https://global-selling.mercadolibre.com/learning-center/news/photo-requirements-for-footwear',
    kind: 'official',
  },
  'google-image-link': {
    title: 'Google Merchant Center, image link',
    url: 'https://support.google.com/merchants/answer/6324350?hl=ja',
    kind: 'official',
  },
  'ozon-images': {
    title: 'Ozon seller documentation, images',
    url: 'https://docs.ozon.com/global/en/products/upload/adding-content/images',
    kind: 'official',
  },
  'mercatus-amazon': {
    title: 'Mercatus Lab, Amazon product image requirements',
    url: 'https://mercatuslab.com/blog/amazon-product-image-requirements',
    kind: 'secondary',
    readOn,
  },
  'zonflip-amazon': {
    title: 'Zonflip, Amazon images requirements',
    url: 'https://zonflip.com/amazon-images-requirements',
    kind: 'secondary',
  },
  'changethisfile-amazon': {
    title: 'ChangeThisFile, convert images for Amazon Seller Central',
    url: 'https://changethisfile.com/blog/convert-images-for-amazon-seller-central',
    kind: 'secondary',
    readOn,
  },
  'isopeel-shopify': {
    title: 'Isopeel, Shopify product image requirements',
    url: 'https://isopeel.com/guides/shopify-product-image-requirements',
    kind: 'secondary',
  },
  'squareshot-shopify': {
    title: 'Squareshot, Shopify product image requirements',
    url: 'https://www.squareshot.com/post/shopify-product-image-requirements',
    kind: 'secondary',
  },
  'plomz-ebay': {
    title: 'Plomz, eBay image requirements for sellers',
    url: 'https://plomz.com/guide/ebay-image-requirements-for-sellers-2026',
    kind: 'secondary',
    readOn,
    pageDate: '2026-02-13',
  },
  'ssopdot-ebay': {
    title: 'Ssopdot, eBay picture requirements',
    url: 'https://ssopdot.com/?p=38501',
    kind: 'secondary',
  },
  'fotolince-etsy': {
    title: 'FotoLince, playbook de imágenes de producto',
    language: 'es',
    url: 'https://fotolince.com/blog/playbook-imagenes-producto-ecommerce',
    kind: 'secondary',
  },
  'hauld-etsy': {
    title: 'Hauld, the Etsy listing photo checklist',
    url: 'https://hauld.app/blog/etsy-listing-photo-checklist',
    kind: 'secondary',
  },
  'studio-puff-rakuten': {
    title: 'Studio Puff, 楽天サムネイルガイドライン',
    language: 'ja',
    url: 'https://studio-puff.jp/9246',
    kind: 'secondary',
  },
  'studio-puff-rakuten-tool': {
    title: 'Studio Puff, 楽天商品画像のガイドラインツール',
    language: 'ja',
    url: 'https://studio-puff.jp/935/',
    kind: 'secondary',
  },
  'cafe24-coupang': {
    title: 'Cafe24, 마켓별 상품목록 이미지의 등록 규정',
    language: 'ko',
    url: 'https://support.cafe24.com/hc/ko/articles/7556261860761',
    kind: 'secondary',
  },
  'osc-coupang': {
    title: 'OSC, 쿠팡 썸네일 디자인 승인 전략',
    language: 'ko',
    url: 'https://oscsnm.com/coupang-thumbnail-design',
    kind: 'secondary',
  },
  '10100-ozon': {
    title: '大数跨境, Ozon店铺图片要求详解',
    language: 'zh',
    url: 'https://www.10100.com/encyclopedia/6/68105183',
    kind: 'secondary',
  },
  '10100-ozon-size': {
    title: '大数跨境, Ozon平台商品图片尺寸规范详解',
    language: 'zh',
    url: 'https://www.10100.com/encyclopedia/explain/111082982',
    kind: 'secondary',
  },
  'dianzun-shopee': {
    title: '店尊, 虾皮的本土店修改主图有哪些要求',
    language: 'zh',
    url: 'https://www.dianzun.com/article/detail/9777',
    kind: 'secondary',
  },
  'keep1-shopee': {
    title: '出海派, Shopee Mall 封面图的要求',
    language: 'zh',
    url: 'https://www.keep1.net/ShopeePutonshelves/179825.html',
    kind: 'secondary',
  },
  'lianlian-shopee': {
    title: '连连国际, Shopee cover image criteria',
    language: 'zh',
    url: 'https://global.lianlianpay.com/channel/31-23264.html',
    kind: 'secondary',
  },
  'yashan-shopee': {
    title: '厦门雅山, Shopee平台的图片要求',
    language: 'zh',
    url: 'https://www.xmlyashan88.com/art/4036.html',
    kind: 'secondary',
  },
  'imagespeccheck-tiktok': {
    title: 'Image Compliance, TikTok Shop image checker',
    url: 'https://imagespeccheck.com/tools/tiktok-shop-image',
    kind: 'secondary',
  },
  'lighterimage-tiktok': {
    title: 'LighterImage, TikTok Shop image optimization',
    url: 'https://lighterimage.com/guides/tiktok-shop-image-optimization.html',
    kind: 'secondary',
  },
  'brandee-facebook': {
    title: 'Brandee, a copy of Facebook’s guidelines for listing products in a shop',
    url: 'https://brandee.edu.vn/glossary/481150918755515-facebook-en',
    kind: 'secondary',
  },
  'productfeedspec-meta': {
    title: 'Product Feed Spec, Meta product catalog feed specification',
    url: 'https://productfeedspec.com/platforms/meta-catalog',
    kind: 'secondary',
  },
  'sharpfeed-google': {
    title: 'SharpFeed, image_link',
    url: 'https://sharpfeed.io/docs/fields/image-link',
    kind: 'secondary',
  },
  'field-study': {
    title: 'This project’s field study of November 2026, from excerpts of web pages that it does not name',
    kind: 'secondary',
  },
  memory: { title: 'Remembered when the field study was written: no page was read', kind: 'memory' },
} as const satisfies Record<string, Source>;

export type SourceId = keyof typeof sources;
