const { existsSync, readFileSync } = require("node:fs");

const errorStyles = /[\\/]builtin[\\/]error-styles\.js$/;

/** Without the looks of Next's own page for errors: `app/global-error.tsx` is shown in its place. */
const noErrorStyles = 'export const errorStyles = {}, errorThemeCss = "", WarningIcon = () => null;';

/**
 * Next keeps two builds of the same files: for Node, and as ES modules in `esm/`. The bundler would take the first into browsers too, of
 * which it can leave nothing out. This loader puts the second in its place, file by file, so that no module is there twice.
 */
module.exports = function esModule(source) {
  if (errorStyles.test(this.resourcePath)) return noErrorStyles;
  const path = this.resourcePath.replace(/([\\/]next[\\/]dist[\\/])/, "$1esm/");
  return existsSync(path) ? readFileSync(path, "utf8") : source;
};
