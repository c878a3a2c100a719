import type admin from './locales/zh/admin.json';
import type aiBackground from './locales/zh/ai-background.json';
import type api from './locales/zh/api.json';
import type apiReference from './locales/zh/api-reference.json';
import type auth from './locales/zh/auth.json';
import type batch from './locales/zh/batch.json';
import type batchRemove from './locales/zh/batch-remove.json';
import type common from './locales/zh/common.json';
import type descriptions from './locales/zh/descriptions.json';
import type ecommerce from './locales/zh/ecommerce.json';
import type editor from './locales/zh/editor.json';
import type errors from './locales/zh/errors.json';
import type faq from './locales/zh/faq.json';
import type feedback from './locales/zh/feedback.json';
import type home from './locales/zh/home.json';
import type idPhoto from './locales/zh/id-photo.json';
import type idPhotoTool from './locales/zh/id-photo-tool.json';
import type landing from './locales/zh/landing.json';
import type mail from './locales/zh/mail.json';
import type membership from './locales/zh/membership.json';
import type messages from './locales/zh/messages.json';
import type pages from './locales/zh/pages.json';
import type press from './locales/zh/press.json';
import type privacy from './locales/zh/privacy.json';
import type productPhoto from './locales/zh/product-photo.json';
import type removeOnline from './locales/zh/remove-online.json';
import type shopPhoto from './locales/zh/shop-photo.json';
import type terms from './locales/zh/terms.json';
import type tool from './locales/zh/tool.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    /** The default language's bundles are the list of keys: a key that is not there is a type error. */
    resources: {
      common: typeof common;
      pages: typeof pages;
      descriptions: typeof descriptions;
      messages: typeof messages;
      errors: typeof errors;
      home: typeof home;
      tool: typeof tool;
      editor: typeof editor;
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
