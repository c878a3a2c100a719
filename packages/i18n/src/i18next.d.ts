import type admin from './locales/en/admin.json';
import type aiBackground from './locales/en/ai-background.json';
import type api from './locales/en/api.json';
import type apiReference from './locales/en/api-reference.json';
import type auth from './locales/en/auth.json';
import type batch from './locales/en/batch.json';
import type batchRemove from './locales/en/batch-remove.json';
import type common from './locales/en/common.json';
import type descriptions from './locales/en/descriptions.json';
import type ecommerce from './locales/en/ecommerce.json';
import type editor from './locales/en/editor.json';
import type errors from './locales/en/errors.json';
import type faq from './locales/en/faq.json';
import type feedback from './locales/en/feedback.json';
import type home from './locales/en/home.json';
import type idPhoto from './locales/en/id-photo.json';
import type idPhotoTool from './locales/en/id-photo-tool.json';
import type landing from './locales/en/landing.json';
import type mail from './locales/en/mail.json';
import type membership from './locales/en/membership.json';
import type messages from './locales/en/messages.json';
import type pages from './locales/en/pages.json';
import type press from './locales/en/press.json';
import type privacy from './locales/en/privacy.json';
import type productPhoto from './locales/en/product-photo.json';
import type receipt from './locales/en/receipt.json';
import type removalServer from './locales/en/removal-server.json';
import type removeOnline from './locales/en/remove-online.json';
import type shopPhoto from './locales/en/shop-photo.json';
import type terms from './locales/en/terms.json';
import type tool from './locales/en/tool.json';
import type twoShots from './locales/en/two-shots.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    /** The English bundles define the keys: an unknown key is a type error. */
    resources: {
      common: typeof common;
      pages: typeof pages;
      descriptions: typeof descriptions;
      messages: typeof messages;
      errors: typeof errors;
      home: typeof home;
      tool: typeof tool;
      'two-shots': typeof twoShots;
      editor: typeof editor;
      receipt: typeof receipt;
      batch: typeof batch;
      'ai-background': typeof aiBackground;
      landing: typeof landing;
      'product-photo': typeof productPhoto;
      'id-photo': typeof idPhoto;
      'id-photo-tool': typeof idPhotoTool;
      ecommerce: typeof ecommerce;
      'shop-photo': typeof shopPhoto;
      'batch-remove': typeof batchRemove;
      'remove-online': typeof removeOnline;
      api: typeof api;
      'api-reference': typeof apiReference;
      'removal-server': typeof removalServer;
      faq: typeof faq;
      press: typeof press;
      privacy: typeof privacy;
      terms: typeof terms;
      feedback: typeof feedback;
      auth: typeof auth;
      membership: typeof membership;
      admin: typeof admin;
      mail: typeof mail;
    };
  }
}
