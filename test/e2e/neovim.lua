-- What a Neovim user does: attach the server to a buffer, see its diagnostics, hover, take a code action.
-- Prints one line of JSON and quits. Written for Neovim 0.7, Debian 12's.

local server, file = vim.env.LAYOUT_LENS_SERVER, vim.env.LAYOUT_LENS_FILE

local function finish(answer)
  io.stdout:write(vim.json.encode(answer), '\n')
  vim.cmd('qa!')
end

local ok, problem = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({
    name = 'layout-lens',
    cmd = { vim.env.LAYOUT_LENS_NODE, server, '--stdio' },
    root_dir = vim.fn.fnamemodify(file, ':h'),
    get_language_id = function()
      return 'cpp'
    end,
  })
  vim.lsp.buf_attach_client(buffer, client)

  local function find(pattern)
    for number, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local column = text:find(pattern)
      if column then
        return { line = number - 1, character = column - 1 }
      end
    end
    error('no line with ' .. pattern)
  end

  local function request(method, position, more)
    local params = vim.tbl_extend('force', {
      textDocument = vim.lsp.util.make_text_document_params(buffer),
      position = position,
      range = { start = position, ['end'] = position },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    local answer = answers and answers[client]
    if not answer or answer.error then
      error(method .. ': ' .. vim.inspect(answer))
    end
    return answer.result
  end

  if not vim.wait(20000, function()
    return #vim.diagnostic.get(buffer) > 0
  end, 50) then
    error('no diagnostics')
  end

  local diagnostics = vim.tbl_map(function(found)
    return { line = found.lnum + 1, severity = found.severity, code = found.code, message = found.message }
  end, vim.diagnostic.get(buffer))

  local hover = request('textDocument/hover', find('by_rows'))
  local shown = vim.lsp.util.convert_input_to_markdown_lines(hover.contents)
  local float = vim.lsp.util.open_floating_preview(shown, 'markdown', {})
  local at = find('zipped_divide')
  local actions = request('textDocument/codeAction', at, { context = { diagnostics = {} } })
  local action = actions[1]
  if action and not action.edit then
    local resolved = vim.lsp.buf_request_sync(buffer, 'codeAction/resolve', action, 20000)
    action = resolved[client].result
  end
  vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)

  finish({
    diagnostics = diagnostics,
    hover = hover.contents,
    float = vim.api.nvim_buf_get_lines(float, 0, -1, false),
    actions = vim.tbl_map(function(found)
      return found.title
    end, actions),
    line = vim.api.nvim_buf_get_lines(buffer, at.line, at.line + 1, false)[1],
  })
end)
if not ok then
  finish({ problem = tostring(problem) })
end
