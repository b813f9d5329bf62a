-- What Neovim colours in a source by the grammar of literals, as docs/editors.md sets it up.
-- Prints one line of JSON and quits. Written for Neovim 0.7, Debian 12's, which reads other injections: there the grammar
-- is asked for the buffer itself.

local function finish(answer)
  io.stdout:write(vim.json.encode(answer), '\n')
  vim.cmd('qa!')
end

local ok, problem = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.LAYOUT_LENS_FILE))
  local buffer = vim.api.nvim_get_current_buf()
  local get_query = vim.treesitter.query.get or vim.treesitter.get_query
  local text_of = vim.treesitter.get_node_text or vim.treesitter.query.get_node_text

  local function captures(language)
    local tree = vim.treesitter.get_parser(buffer, language):parse()[1]
    local query = get_query(language, 'highlights')
    local found = {}
    for id, node in query:iter_captures(tree:root(), buffer, 0, -1) do
      table.insert(found, { text_of(node, buffer), query.captures[id] })
    end
    return { captures = found, has_error = tree:root():has_error() }
  end

  -- An edit is followed by the parser.
  local before = captures('layout_literals')
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { 'auto first = Layout<Shape<_2,_3>>{};' })
  finish({ before = before, after = captures('layout_literals'), notation = captures('layout') })
end)
if not ok then
  finish({ problem = tostring(problem) })
end
