export {
  type CreatedProject,
  createProject,
  isTemplateName,
  type ProjectOptions,
  type TemplateName,
  templates,
} from './create-project.ts';
