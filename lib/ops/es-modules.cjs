const { existsSync, readFileSync } = require("node:fs");

/**
 * Next keeps two builds of the same files: for Node, and as ES modules in `esm/`. The bundler would take the first into browsers too, of
 * which it can leave nothing out. This loader puts the second in its place, file by file, so that no module is there twice.
 */
module.exports = function esModule(source) {
  const path = this.resourcePath.replace(/([\\/]next[\\/]dist[\\/])/, "$1esm/");
  return existsSync(path) ? readFileSync(path, "utf8") : source;
};
